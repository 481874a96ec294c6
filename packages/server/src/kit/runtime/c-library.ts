// Functions of the system's C library, which the runtime offers no other way to call. Linux only.
import { dlopen, type FFIFunction } from 'bun:ffi';

const NAMES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`];

/** Throws where neither glibc nor musl is there. */
export function openCLibrary<Functions extends Record<string, FFIFunction>>(functions: Functions) {
  for (const [index, name] of NAMES.entries())
    try {
      return dlopen(name, functions);
    } catch (error) {
      if (index === NAMES.length - 1) throw error;
    }
  throw new Error('no C library');
}
