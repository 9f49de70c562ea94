import { z } from 'zod'
import { get, put } from '../../operation.ts'
import { HealthPoint, MachineHealth } from './state.ts'

const tag = 'general'
const NOT_HERE = 'The router shares this machine with others, as in the virtual home: it is not rebooted or turned off'
const CODE = 'If one-time codes are set up, the call needs a proof of one.'

/** The health of the machine, and its power. */
export const health = {
  now: get('/machine/health', {
    roles: ['viewer'],
    tag,
    summary: 'The health of the machine',
    description:
      'Load, memory, disk, temperatures, wear of memory cards, and what of these needs attention. Problems are also events, such as ' +
      '`system:disk:low`.',
    reply: MachineHealth,
  }),
  history: get('/machine/health/history', {
    roles: ['viewer'],
    tag,
    summary: 'The health of the machine in the last 24 hours',
    description: 'One entry for five minutes, oldest first. It is kept over restarts of the router.',
    reply: z.array(HealthPoint),
  }),
  reboot: put('/machine/reboot', {
    audit: 'a reboot of the machine',
    tag,
    mayNeedCode: true,
    summary: 'Reboot the machine',
    description: `Stops the router in an orderly way and reboots the machine. The household has no internet until it has started. ${CODE}`,
    errors: { 503: NOT_HERE },
  }),
  shutdown: put('/machine/shutdown', {
    audit: 'a shutdown of the machine',
    tag,
    mayNeedCode: true,
    summary: 'Shut down the machine',
    description: `Stops the router in an orderly way and turns the machine off. It has to be turned on by hand. ${CODE}`,
    errors: { 503: NOT_HERE },
  }),
}
