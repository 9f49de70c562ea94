import { z } from 'zod'
import { NotificationType } from './alert.ts'

export const READY_IDS = [
  'unknown-device',
  'device-offline',
  'new-login',
  'wifi-guessing',
  'login-guessing',
  'sign-in-factors',
  'uplink',
  'traffic-surge',
  'traffic-limit',
  'blocked-name',
  'port-scan',
  'drift-repaired',
  'machine-health',
  'backup-old',
  'backup-failed',
  'update-available',
  'automation',
  'firewall-rule',
] as const
export const ReadyId = z.enum(READY_IDS).meta({ description: 'The ready-made alert', example: 'unknown-device' })
export type ReadyId = z.infer<typeof ReadyId>

/** The tag of devices that should always be online. */
export const ALWAYS_ONLINE = 'always-online'

export const ReadyAlert = z
  .object({
    Id: ReadyId,
    Name: z.string().meta({ description: 'The name' }),
    Description: z.string().meta({ description: 'When it is sent' }),
    TopicPrefix: z.string().meta({ description: 'The events that cause it' }),
    NotificationType,
    Enabled: z.boolean().meta({ description: 'Whether it is on' }),
    Rules: z
      .array(
        z.object({
          RuleId: z.string().meta({ description: 'Identifies the rule' }),
          Name: z.string().meta({ description: 'The name of the rule' }),
        }),
      )
      .meta({
        description:
          'Its rules in `/alerts`, such as one for offline and one for online again; none until it is switched on',
      }),
    Devices: z
      .array(z.string())
      .optional()
      .meta({
        description: `Only of \`device-offline\`: the identities of the devices with the tag \`${ALWAYS_ONLINE}\``,
      }),
  })
  .meta({
    id: 'ReadyAlert',
    example: {
      Id: 'unknown-device',
      Name: 'Unknown device',
      Description: 'A device that was never connected before has joined.',
      TopicPrefix: 'device:unknown',
      NotificationType: 'warning',
      Enabled: false,
      Rules: [],
    },
  })
export type ReadyAlert = z.infer<typeof ReadyAlert>
