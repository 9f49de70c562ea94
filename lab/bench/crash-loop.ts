import { spawn } from 'node:child_process'
import { request } from 'node:http'

/**
 * A plugin that ends at the first byte of each call and is started again, and 20 calls of it a second: through the API, or on its socket.
 * `crash-loop.ts SOCKET [PORT PATH AUTHORIZATION]`. Ends when its input has a line, and prints how often the plugin ended.
 */
const [, , socket = '', port, path = '/', authorization = ''] = process.argv
const to = port === undefined ? { socketPath: socket } : { host: '127.0.0.1', port }
const PERIOD_MS = 50

let crashes = 0
let isEnding = false
let plugin = start()

function start() {
  const child = spawn('socat', ['-u', `UNIX-LISTEN:${socket},unlink-early,readbytes=1`, 'OPEN:/dev/null'])
  child.once('exit', () => {
    if (isEnding) return
    crashes++
    plugin = start()
  })
  return child
}

function call(): void {
  const one = request({ ...to, path, headers: { host: 'localhost', authorization } }, (response) => {
    response.resume()
    if (response.statusCode !== 502) throw new Error(`${path} gave ${response.statusCode}`)
  })
  // The plugin itself only closes connections.
  one.on('error', () => undefined)
  one.end()
}

const calls = setInterval(call, PERIOD_MS)
process.stdin.once('data', () => {
  isEnding = true
  clearInterval(calls)
  plugin.kill()
  console.log(`crashed ${crashes} times`)
  process.exit(0)
})
console.log('crashing')
