import { z } from 'zod'
import { put } from '../../operation.ts'

/** How long a change can be undone, and how many changes of all callers together. */
export const KEPT_MINUTES = 10
export const MOST_CHANGES = 50

export const undo = {
  run: put('/undo', {
    tag: 'general',
    summary: 'Undo a change',
    description:
      'Restores what a call of the same caller has changed: devices with their passphrases, groups, DNS lists and rules, schedules, ' +
      'personas, the guest network, rules of alerts, rules of the firewall, exits, notification targets, automations, and the settings ' +
      'of the packet log, traffic limits, uplink monitoring, multicast, kinds of devices and the time zone. The response of such a call has the header `X-Undo` with ' +
      `the Id of the change. A change can be undone for ${KEPT_MINUTES} minutes, until the router restarts, and only if its fields have ` +
      'not been changed again since; then nothing is undone.',
    body: z
      .object({
        Id: z.string().min(1).max(64).meta({ description: 'The header `X-Undo` of the call', example: '5f2c1d9e' }),
      })
      .meta({ id: 'UndoRequest' }),
    errors: {
      404: 'No change with this Id, or another caller made it, or it is too old',
      409: 'It was changed again since, or something that it needs no longer exists',
    },
  }),
}
