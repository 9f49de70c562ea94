import type { Machine, PowerAction } from '../machine/machine.ts'

/** systemd(1) stops the router, as all services, and ends it after a time. */
const COMMANDS: Readonly<Record<PowerAction, readonly string[]>> = {
  reboot: ['systemctl', 'reboot'],
  shutdown: ['systemctl', 'poweroff'],
}

interface Deps {
  readonly machine: Pick<Machine, 'run' | 'powerManager' | 'kernelPower'>
  /** Stops the router in an orderly way. */
  readonly stop: () => Promise<void>
  readonly onFailure: (what: string, error: unknown) => void
}

/** Returns how the router reboots and turns off its machine; undefined where it shares the machine with others. */
export function openPower({ machine, stop, onFailure }: Deps): ((action: PowerAction) => Promise<void>) | undefined {
  const manager = machine.powerManager()
  if (manager === undefined) return undefined
  return async (action) => {
    try {
      if (manager === 'systemd') return void (await machine.run(COMMANDS[action]))
      await stop()
      machine.kernelPower(action)
    } catch (error) {
      onFailure(`the ${action} failed`, error)
    }
  }
}
