import { spawn } from 'node:child_process'

/** The program's options. All state, with the keys of the node, is in `directory`. */
export const argumentsFor = (directory: string, socket: string): string[] => [
  // No link, routes or rules in the container: packets of the tailnet end here, and connections to the household begin here. So
  // tailscaled needs no capability, and the router sees one sender: the plugin.
  '--tun=userspace-networking',
  `--statedir=${directory}`,
  `--socket=${socket}`,
  '--port=41641',
  '--no-logs-no-support',
]

/** Runs tailscaled, and ends this program when it ends: the router starts both again. */
export function startTailscaled(directory: string, socket: string): void {
  const child = spawn('tailscaled', argumentsFor(directory, socket), { stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('error', ({ message }) => {
    console.error(`tailscaled cannot be started: ${message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    console.error(`tailscaled has ended (${code ?? signal})`)
    process.exit(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
}
