/* What the firmware remembers: one variable for each file that remembers something, declared in its header, and
 * nothing is allocated. On the host many machines live side by side: there each is a pointer into the memory of
 * one of them, which `machine_use` sets (machine.h). */
#ifndef JANTAKU_MEMORY_H
#define JANTAKU_MEMORY_H

#ifdef HOST
#define REMEMBERS(type, name, count) extern _Thread_local type *name __attribute__((visibility("hidden")))
#define REMEMBERED(type, name, count) _Thread_local type *name
#else
#define REMEMBERS(type, name, count) extern type name[count]
#define REMEMBERED(type, name, count) type name[count]
#endif

#endif
