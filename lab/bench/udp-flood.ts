import { parseArgs } from 'node:util'
import koffi from 'koffi'

/**
 * Sends small UDP packets as fast as one processor can, in batches, so that nearly all of the time goes into the packets'
 * way through the kernel and hardly any into sending them: udp-flood.ts ADDRESS PORT COUNT.
 */
const [address = '', port = '', count = ''] = parseArgs({ allowPositionals: true }).positionals
const BATCH = 64
const PAYLOAD = Buffer.alloc(64)

const libc = koffi.load('libc.so.6')
const fd: number = libc.func('int socket(int, int, int)')(2, 2, 0)
const to = Buffer.alloc(16)
to.writeUInt16LE(2, 0)
to.writeUInt16BE(Number(port), 2)
to.set(address.split('.').map(Number), 4)
libc.func('int connect(int, void *, uint32_t)')(fd, to, to.length)

const vector = Buffer.alloc(16)
vector.writeBigUInt64LE(koffi.address(PAYLOAD), 0)
vector.writeBigUInt64LE(BigInt(PAYLOAD.length), 8)
const headers = Buffer.alloc(BATCH * 64)
for (let i = 0; i < BATCH; i++) {
  headers.writeBigUInt64LE(koffi.address(vector), i * 64 + 16)
  headers.writeBigUInt64LE(1n, i * 64 + 24)
}
const sendmmsg = libc.func('int sendmmsg(int, void *, unsigned int, int)')

const began = process.cpuUsage()
let sent = 0
while (sent < Number(count)) sent += Math.max(1, sendmmsg(fd, headers, BATCH, 0))
const { user, system } = process.cpuUsage(began)
console.log(
  JSON.stringify({
    sent,
    nanoseconds: ((user + system) * 1000) / sent,
    kept: PAYLOAD.length + vector.length + headers.length,
  }),
)
