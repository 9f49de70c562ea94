import type { MachineHealth } from '../../../../router/model/machine/health/state.ts'

/** What can be wrong with the machine of the router. Home shows it too. */
export const machineProblems = {
  title: 'The router needs attention',
  of: {
    disk: 'The disk is nearly full.',
    memory: 'Little memory is available.',
    temperature: 'The machine is hot.',
    storage: 'The storage is nearly worn out. Make a backup and replace it.',
    clock: 'The clock is wrong.',
  } satisfies Record<MachineHealth['Problems'][number], string>,
}
