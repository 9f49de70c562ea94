import { FIREWALL } from '../compiler/firewall/ruleset.ts'
import { closeFirst } from '../drivers/nft/closed.ts'
import type { Machine } from '../machine/machine.ts'
import { openBase } from './base.ts'
import { openEnforcement } from './enforcement.ts'
import type { RouterOptions } from './options.ts'
import { openState } from './state.ts'

/**
 * Removes from the machine what the router has made: links, addresses, routes, programs that outlive it, and the firewall. For a router
 * that is uninstalled: other programs configure the links then. The saved state stays. The router itself must not run.
 */
export async function leaveNetwork(machine: Machine, options: RouterOptions): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const base = openBase(machine, options)
  const { isOther } = await closeFirst(machine)
  try {
    const state = await openState(base, opened)
    const { pass } = openEnforcement(base, state, { logs: false, isOther }, opened)
    await pass.withdraw()
  } finally {
    // Also if the saved state is damaged: the machine would stay closed.
    await machine.removeTable(FIREWALL.table)
  }
}
