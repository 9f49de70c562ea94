import { parseArgs } from 'node:util'
import koffi from 'koffi'

/**
 * Sends small UDP packets as fast as one processor can, in batches, so that nearly all of the time goes into the packets'
 * way through the kernel and hardly any into sending them: udp-flood.ts ADDRESS PORT COUNT [PORTS].
 * With PORTS, destinations are that many ports from PORT on, in turn: as many connections.
 */
const [address = '', port = '', count = '', ports = '1'] = parseArgs({ allowPositionals: true }).positionals
const BATCH = 64
const PAYLOAD = Buffer.alloc(64)
/** sizeof(struct sockaddr_in), sizeof(struct mmsghdr). */
const [NAME, HEADER] = [16, 64]
const AF_INET = 2
const SOCK_DGRAM = 2

const libc = koffi.load('libc.so.6')
const fd: number = libc.func('int socket(int, int, int)')(AF_INET, SOCK_DGRAM, 0)

const names = Buffer.alloc(BATCH * NAME)
const vector = Buffer.alloc(16)
vector.writeBigUInt64LE(koffi.address(PAYLOAD), 0)
vector.writeBigUInt64LE(BigInt(PAYLOAD.length), 8)
const headers = Buffer.alloc(BATCH * HEADER)
for (let i = 0; i < BATCH; i++) {
  names.writeUInt16LE(AF_INET, i * NAME)
  names.set(address.split('.').map(Number), i * NAME + 4)
  headers.writeBigUInt64LE(koffi.address(names) + BigInt(i * NAME), i * HEADER)
  headers.writeUInt32LE(NAME, i * HEADER + 8)
  headers.writeBigUInt64LE(koffi.address(vector), i * HEADER + 16)
  headers.writeBigUInt64LE(1n, i * HEADER + 24)
}
const sendmmsg = libc.func('int sendmmsg(int, void *, unsigned int, int)')

/** The next batch goes to the ports after those of the one before. */
const aimFrom = (sent: number): void => {
  for (let i = 0; i < BATCH; i++) names.writeUInt16BE(Number(port) + ((sent + i) % Number(ports)), i * NAME + 2)
}
aimFrom(0)
const began = process.cpuUsage()
let sent = 0
while (sent < Number(count)) {
  if (Number(ports) > 1) aimFrom(sent)
  sent += Math.max(1, sendmmsg(fd, headers, Math.min(BATCH, Number(count) - sent), 0))
}
const { user, system } = process.cpuUsage(began)
console.log(
  JSON.stringify({
    sent,
    nanoseconds: ((user + system) * 1000) / sent,
    kept: PAYLOAD.length + vector.length + names.length + headers.length,
  }),
)
