import type { Ip } from '../values/ip.ts'

/**
 * A loopback address that only this process uses, between 127.64.0.0 and 127.127.255.255: tests that need a certain port can
 * run several times on the same machine. Process IDs of Linux have 22 bits.
 */
export const processLoopback: Ip = [127, 64 + (process.pid >> 16), (process.pid >> 8) & 255, process.pid & 255].join(
  '.',
)
