import { z } from 'zod'
import { filled } from '../../../values/text.ts'
import { get } from '../../operation.ts'
import { NumberedPort, SERVICE_IDS } from './service.ts'

const Service = z
  .object({
    Id: z.enum(SERVICE_IDS).meta({ description: 'The identifier in calls', example: 'printing' }),
    Title: z.string().meta({ description: 'The displayed name', example: 'Printing' }),
    Ports: z.array(NumberedPort).meta({ description: 'Ports of the service' }),
  })
  .meta({ id: 'Service' })

const Announced = z
  .object({
    Type: z.string().meta({ description: 'The DNS-SD service type', example: '_ipp._tcp' }),
    Port: z.number().int().meta({ description: 'The port that the device announces', example: 631 }),
    Service: z.enum(SERVICE_IDS).nullable().meta({ description: 'The service that the type belongs to, if any' }),
  })
  .meta({ id: 'AnnouncedService' })

export const services = {
  list: get('/services', {
    roles: ['viewer'],
    tag: 'firewall',
    summary: 'Services of household devices',
    description:
      'Lists services such as printing, with their ports. With `identity`, `Announced` lists what this device ' +
      'announced by multicast DNS within the last day, and `Ports` are the announced ports for announced services. ' +
      '`/explain` takes the `Id` as `service`.',
    query: {
      identity: filled(128).optional().meta({ description: 'A device: its MAC address', example: '02:11:22:33:44:55' }),
    },
    reply: z
      .object({
        Services: z.array(Service).meta({ description: 'All services, with their ports' }),
        Announced: z
          .array(Announced)
          .meta({ description: 'Services that the device announces; empty without `identity`' }),
      })
      .meta({ id: 'Services' }),
    errors: { 404: 'No such device' },
  }),
}
