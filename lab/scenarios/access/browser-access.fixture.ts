import { ROUTER } from '../../browser/app.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Program } from '../../process/program.ts'

/** A page of another origin, with a link to the app. */
export const FOREIGN_SITE = 'http://127.0.0.1:8888/'
const SERVER = `require('node:http').createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<a href="${ROUTER}/admin/devices">Devices</a>')).listen(8888, '127.0.0.1', () => console.log('listening'))`

/** Starts the server of that page on a device. */
export async function startForeignSite({ namespace }: HouseholdDevice): Promise<Program> {
  const server = namespace.start([process.execPath, '-e', SERVER])
  await server.line('listening')
  return server
}
