import { z } from 'zod'
import { count, fields, text, topic } from '../../topic.ts'

const payload = fields({
  Id: text('The rule; of a persona, its tag and the kind of rule'),
  Name: text('The name of the rule or the persona'),
  Action: text('What the rule does, such as `block`'),
  Devices: z.array(z.string()).meta({ description: 'The devices that it is about, by MAC address or VPN key' }),
  Until: count('When it ends, in Unix seconds; 0 if that is unknown'),
})

/** Rules of the programmable firewall. */
export const pfw = {
  'pfw:rule:start': topic('A rule of the programmable firewall, such as a schedule, has begun to hold.', payload),
  'pfw:rule:end': topic('It does not hold any more.', payload),
  'pfw:notify': topic('A rule with the action `notify` has begun to hold.', payload),
}
