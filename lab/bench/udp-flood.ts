import { parseArgs } from 'node:util'
import { openSocket, sendMany } from './batches.ts'
import { doRounds } from './rounds.ts'

/**
 * Sends UDP packets of 64 bytes: udp-flood.ts ADDRESS COUNT [PORTS]. Each line of the input is a port, and COUNT of them are
 * sent there. With PORTS, destinations are that many ports from that one on, in turn: as many connections.
 */
const [address = '', count = '', ports = '1'] = parseArgs({ allowPositionals: true }).positionals
const [AF_INET, SOCK_DGRAM] = [2, 2]
const fd = openSocket(AF_INET, SOCK_DGRAM, 0)
await doRounds((port) => sendMany(fd, Buffer.alloc(64), address, Number(port), Number(count), Number(ports)))
