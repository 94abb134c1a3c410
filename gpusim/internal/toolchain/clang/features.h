// NVIDIA's headers ask for this file of Linux on other systems, too.
#pragma once
#ifndef __THROW
#define __THROW
#endif
