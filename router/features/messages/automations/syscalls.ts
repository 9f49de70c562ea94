/**
 * A seccomp filter (seccomp(2), classic BPF) for the sandbox of automations: system calls that a script never needs fail with
 * EPERM, even if a script can call them in Node. It begins to apply right before the program is executed, so `execve` stays allowed; the
 * sandbox contains no other program.
 */

/** The system calls that are denied, by architecture: sockets, processes, namespaces, other processes' memory, keys, kernel interfaces. */
const DENIED: Readonly<Record<'x64' | 'arm64', Readonly<Record<string, number>>>> = {
  x64: {
    ...{ socket: 41, connect: 42, accept: 43, bind: 49, listen: 50, socketpair: 53, accept4: 288 },
    ...{ fork: 57, vfork: 58, execveat: 322, setns: 308, unshare: 272 },
    ...{ ptrace: 101, process_vm_readv: 310, process_vm_writev: 311, pidfd_getfd: 438, kcmp: 312 },
    ...{ mount: 165, umount2: 166, pivot_root: 155, chroot: 161, open_by_handle_at: 304, move_mount: 429, fsopen: 430 },
    ...{ add_key: 248, request_key: 249, keyctl: 250, bpf: 321, perf_event_open: 298, userfaultfd: 323 },
    ...{ io_uring_setup: 425, personality: 135, modify_ldt: 154, shmget: 29, msgget: 68, semget: 64 },
  },
  arm64: {
    ...{ socket: 198, connect: 203, accept: 202, bind: 200, listen: 201, socketpair: 199, accept4: 242 },
    ...{ execveat: 281, setns: 268, unshare: 97 },
    ...{ ptrace: 117, process_vm_readv: 270, process_vm_writev: 271, pidfd_getfd: 438, kcmp: 272 },
    ...{ mount: 40, umount2: 39, pivot_root: 41, chroot: 51, open_by_handle_at: 265, move_mount: 429, fsopen: 430 },
    ...{ add_key: 217, request_key: 218, keyctl: 219, bpf: 280, perf_event_open: 241, userfaultfd: 282 },
    ...{ io_uring_setup: 425, personality: 92, shmget: 194, msgget: 186, semget: 190 },
  },
}

/** `AUDIT_ARCH_*` of linux/audit.h, and the number of clone(2). */
const ARCHITECTURE = { x64: { audit: 0xc000003e, clone: 56 }, arm64: { audit: 0xc00000b7, clone: 220 } }
const CLONE3 = 435
const CLONE_THREAD = 0x10000
/** Bit of the numbers of the x32 interface. */
const X32 = 0x40000000

const EPERM = 1
const ENOSYS = 38
const RETURN = { allow: 0x7fff0000, kill: 0x80000000, error: (errno: number) => 0x00050000 | errno }
const BPF = { load: 0x20, equal: 0x15, atLeast: 0x35, anyBit: 0x45, return: 0x06 }
/** Offsets in `struct seccomp_data`. */
const AT = { number: 0, architecture: 4, argument0: 16 }

type Instruction = readonly [code: number, jumpIfTrue: number, jumpIfFalse: number, operand: number]

/** The filter for an architecture, as bwrap(1) reads it with `--seccomp`. */
export function syscallFilter(arch: 'x64' | 'arm64'): Uint8Array {
  const { audit, clone } = ARCHITECTURE[arch]
  /** Returns this value for the call with this number. */
  const when = (number: number, value: number): Instruction[] => [
    [BPF.equal, 0, 1, number],
    [BPF.return, 0, 0, value],
  ]
  const program: Instruction[] = [
    [BPF.load, 0, 0, AT.architecture],
    [BPF.equal, 1, 0, audit],
    [BPF.return, 0, 0, RETURN.kill],
    [BPF.load, 0, 0, AT.number],
    [BPF.atLeast, 0, 1, X32],
    [BPF.return, 0, 0, RETURN.error(ENOSYS)],
    ...Object.values(DENIED[arch]).flatMap((number) => when(number, RETURN.error(EPERM))),
    // Its flags are in memory, which a filter cannot read. The C library falls back to clone.
    ...when(CLONE3, RETURN.error(ENOSYS)),
    // Threads only.
    [BPF.equal, 0, 3, clone],
    [BPF.load, 0, 0, AT.argument0],
    [BPF.anyBit, 1, 0, CLONE_THREAD],
    [BPF.return, 0, 0, RETURN.error(EPERM)],
    [BPF.return, 0, 0, RETURN.allow],
  ]
  const bytes = Buffer.alloc(program.length * 8)
  for (const [index, [code, jumpIfTrue, jumpIfFalse, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(jumpIfTrue, index * 8 + 2)
    bytes.writeUInt8(jumpIfFalse, index * 8 + 3)
    bytes.writeUInt32LE(operand >>> 0, index * 8 + 4)
  }
  return bytes
}
