import { z } from 'zod'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { get, put } from '../../operation.ts'

/** A part of the machine that is not as the settings want it. */
export const Drift = z
  .object({
    driver: z.string().meta({ description: 'Which part of the router looks after it', example: 'links' }),
    what: z.string().meta({ description: 'What is not so', example: 'lan0' }),
    reason: z.string().meta({ description: 'Why it cannot be made so now', example: 'the link is not there' }),
    Coded: CodedMessage.optional().meta({ description: 'The reason as a code with its values' }),
  })
  .meta({ id: 'Drift' })
export type Drift = z.infer<typeof Drift>

const names = z.array(z.string().max(64)).max(64).optional()

export const system = {
  status: get('/status', {
    roles: ['viewer', 'parent'],
    tag: 'general',
    summary: 'Check connection and credentials',
    reply: z.literal('Online'),
  }),
  features: get('/features', {
    roles: ['viewer', 'parent'],
    tag: 'general',
    summary: 'Features of this installation',
    description:
      '`wifi` is included while an access point is enabled. Existing clients that see it query radios on every page. ' +
      '`demonstration`: all devices and the whole network are simulated, and no packet is sent.',
    reply: z.array(z.enum(['dns', 'wifi', 'ppp', 'wireguard', 'demonstration'])).meta({ example: ['dns'] }),
  }),
  version: get('/version', {
    roles: ['viewer', 'parent'],
    tag: 'general',
    summary: 'The version in use',
    description:
      'A string for one part; a map from part to version for several, empty for an unknown one. All parts of the router have the same ' +
      'version; that of a plugin is its git commit, empty if it was not installed from a repository.',
    query: {
      container: names.meta({ description: 'A part, such as `superd`, `api` or `dns`' }),
      plugin: names.meta({ description: 'The same as `container`, or a plugin; may be repeated' }),
    },
    reply: z.union([z.string(), z.record(z.string(), z.string())]).meta({ example: '0.1.0' }),
    errors: { 400: 'One part, which does not exist' },
  }),
  service: get('/dockerPS', {
    roles: ['viewer'],
    tag: 'general',
    summary: 'State of a part of the router',
    description:
      'A JSON string that contains JSON, the format of containers in existing clients. The parts `api`, `dns` and ' +
      '`dhcp` are one program; each has its own state. With `compose_file`, the state of a container of a plugin.',
    query: {
      service: z.string().max(64).meta({ description: 'The part', example: 'dns' }),
      compose_file: z
        .string()
        .max(256)
        .optional()
        .meta({ description: 'The compose file of a plugin; empty for a part of the router' }),
    },
    reply: z.string().meta({ example: '{"Name":"superdns","Service":"dns","State":"running"}' }),
    errors: { 404: 'No such part, or it is not running' },
  }),
  restart: put('/restart', {
    tag: 'general',
    summary: 'Restart the router’s program',
    description:
      'Stops the program and starts it again with the same settings. The firewall stays in force, and connections of ' +
      'the household stay open; the API, DNS and DHCP are unavailable for some seconds. The body is ignored: existing ' +
      'clients send the host name.',
    body: z.unknown().meta({ description: 'Ignored', example: 'sallyport' }),
    bodyOptional: true,
  }),
  drift: get('/drift', {
    roles: ['viewer'],
    tag: 'general',
    summary: 'Drift of the machine from the settings',
    description:
      'Settings that could not be applied to the machine, for example of an unplugged link. The router retries them ' +
      'automatically; normally the list is empty. The event `system:drift` reports changes.',
    reply: z.array(Drift),
  }),
}
