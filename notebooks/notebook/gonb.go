//go:build !js

package notebook

// This file speaks to GoNB.

import (
	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

func isNotebook() bool { return gonbui.IsNotebook }

// send hands one output to GoNB and waits until it has arrived.
func send(html, text string) {
	gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{
		protocol.MIMETextHTML:  html,
		protocol.MIMETextPlain: text,
	}})
	gonbui.Sync()
}

// updateHTML replaces the output of an id.
func updateHTML(id, html string) { gonbui.UpdateHTML(id, html) }

func uniqueID() string { return gonbui.UniqueId() }

// arrived waits until what was sent has arrived.
func arrived() { gonbui.Sync() }
