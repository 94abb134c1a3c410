// This file is the service worker: it keeps what the page loads, so that the workbench opens
// without a network after the first visit. With a network it takes the newer file.

type Fetched = Event & { request: Request; respondWith(answer: Promise<Response>): void };
type Extended = Event & { waitUntil(done: Promise<unknown>): void };
declare const loadedFiles: string[]; // what the page loads; the builder fills it in

const store = "workbench";
const scope = self as unknown as { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } };

self.addEventListener("install", (event) => {
  const kept = caches.open(store).then((c) => c.addAll(loadedFiles));
  (event as Extended).waitUntil(kept.then(() => scope.skipWaiting()));
});

self.addEventListener("activate", (event) => (event as Extended).waitUntil(scope.clients.claim()));

async function answer(request: Request): Promise<Response> {
  const kept = await caches.open(store);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const old = await kept.match(request, { ignoreSearch: true });
    if (old) return old;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request, respondWith } = event as Fetched;
  const here = new URL(request.url).origin === location.origin;
  if (request.method === "GET" && here) respondWith.call(event, answer(request));
});
