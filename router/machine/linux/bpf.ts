import koffi from 'koffi'
import { CommandFailed } from '../../errors.ts'
import { SOL_SOCKET, setsockopt } from './libc.ts'

const SO_ATTACH_FILTER = 26

/** An instruction of classic BPF: `struct sock_filter` of `linux/filter.h`. Jumps are counted from the next instruction. */
export type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

/** Attaches a filter to a socket: the kernel drops packets for which it returns 0. Throws `CommandFailed`. */
export function attachProgram(fd: number, program: readonly Instruction[]): void {
  const code = Buffer.alloc(program.length * 8)
  for (const [i, [op, ifTrue, ifFalse, value]] of program.entries()) {
    code.writeUInt16LE(op, i * 8)
    code.writeUInt8(ifTrue, i * 8 + 2)
    code.writeUInt8(ifFalse, i * 8 + 3)
    code.writeUInt32LE(value, i * 8 + 4)
  }
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt16LE(program.length, 0)
  descriptor.writeBigUInt64LE(koffi.address(code), 8)
  if (setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, descriptor, descriptor.length) !== 0)
    throw new CommandFailed(['setsockopt', 'SO_ATTACH_FILTER'], null, 'refused')
}
