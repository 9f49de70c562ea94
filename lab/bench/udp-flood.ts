import { parseArgs } from 'node:util'
import { openSocket, sendMany } from './batches.ts'

/**
 * Sends UDP packets of 64 bytes: udp-flood.ts ADDRESS PORT COUNT [PORTS]. With PORTS, destinations are that many ports from
 * PORT on, in turn: as many connections.
 */
const [address = '', port = '', count = '', ports = '1'] = parseArgs({ allowPositionals: true }).positionals
const [AF_INET, SOCK_DGRAM] = [2, 2]
const fd = openSocket(AF_INET, SOCK_DGRAM, 0)
console.log(JSON.stringify(sendMany(fd, Buffer.alloc(64), address, Number(port), Number(count), Number(ports))))
