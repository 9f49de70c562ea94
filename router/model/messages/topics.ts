import { z } from 'zod'
import { count, fields, text, topic } from '../topic.ts'
import { RunStart } from './automations/automation.ts'
import { IntegrationState } from './integrations/contract.ts'

/** Targets of alerts, automations, and connections to other programs. */
export const messageTopics = {
  'notify:state': topic(
    'The state of a target of alerts has changed.',
    fields({
      Id: text('Identifies the target'),
      Name: text('Its name'),
      Kind: text('`push`, `webhook`, `ntfy`, `email` or `mqtt`'),
      State: text('`never`, `delivered`, `waiting`, `retrying` or `failed`; `deleted` when it was deleted'),
      Message: text('Why the last attempt failed; empty if it did not'),
    }),
  ),
  'automation:run': topic(
    'An automation has run. At most once a second for each.',
    fields({
      Name: text('The automation'),
      Trigger: text('The topic, or such as `every 5 minutes` and `at 22:00`'),
      StartedBy: RunStart.meta({ description: 'The same for programs' }),
      Ok: z.boolean().meta({ description: 'It ended without an error' }),
      Message: text('The error; empty if there was none'),
    }),
  ),
  'automation:off': topic(
    'The router has switched off an automation, because it failed again and again.',
    fields({
      Name: text('The automation'),
      Reason: text('The last error'),
      Failures: count('Failed runs in a row'),
    }),
  ),
  'automation:notice': topic(
    'An automation has called `notify`.',
    fields({ Name: text('The automation'), Title: text('The title'), Text: text('The text; may be empty') }),
  ),
  'integration:state': topic('The state of a connection to another program has changed.', IntegrationState),
}
