import { z } from 'zod'
import { get, put } from '../operation.ts'
import { Drift } from './drift.ts'

const names = z.array(z.string().max(64)).max(64).optional()

export const system = {
  status: get('/status', {
    tag: 'general',
    summary: 'Whether the router answers, and the credentials are right',
    reply: z.literal('Online'),
  }),
  features: get('/features', {
    tag: 'general',
    summary: 'What this installation has',
    description:
      '`wifi` is not among them: this version drives no radios. Clients that see it call for radios on every page.',
    reply: z.array(z.enum(['dns', 'wifi', 'ppp', 'wireguard'])).meta({ example: ['dns'] }),
  }),
  version: get('/version', {
    tag: 'general',
    summary: 'The version in use',
    description: 'Of one part a text; of several a map from part to version. All parts of the router have the same.',
    query: {
      container: names.meta({ description: 'A part, such as `superd`, `api` or `dns`' }),
      plugin: names.meta({ description: 'The same under its newer name; may be repeated' }),
    },
    reply: z.union([z.string(), z.record(z.string(), z.string())]).meta({ example: '0.1.0' }),
    errors: { 400: 'There is no such part' },
  }),
  service: get('/dockerPS', {
    tag: 'general',
    summary: 'Whether a part of the router runs',
    description:
      'A JSON string that holds JSON: so clients know it of containers. The parts `api`, `dns` and `dhcp` are one program, and ' +
      'each has its own status.',
    query: {
      service: z.string().max(64).meta({ description: 'The part', example: 'dns' }),
      compose_file: z.string().max(256).optional().meta({ description: 'Without effect' }),
    },
    reply: z.string().meta({ example: '{"Name":"superdns","Service":"dns","State":"running"}' }),
    errors: { 404: 'There is no such part, or it does not run' },
  }),
  restart: put('/restart', {
    tag: 'general',
    summary: 'Restart the router’s program',
    description:
      'Ends it and starts it again, with the same settings. The firewall stays in force meanwhile, and connections of the ' +
      'household go on; the API, DNS and DHCP pause for some seconds. The body is ignored: clients send the host name.',
    body: z.unknown().meta({ description: 'Ignored', example: 'sallyport' }),
    bodyOptional: true,
  }),
  drift: get('/drift', {
    tag: 'general',
    summary: 'Drift from the settings',
    description:
      'Parts of the machine that the router could not make as its settings say, a link that is unplugged for one. Each is ' +
      'retried automatically; normally there are none. The event `system:drift` reports changes.',
    reply: z.array(Drift),
  }),
}
