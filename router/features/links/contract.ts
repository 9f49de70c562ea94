import { z } from 'zod'
import { get } from '../operation.ts'
import { InterfaceConfig } from './interface.ts'

export const links = {
  configuration: get('/interfacesConfiguration', {
    tag: 'hostapd',
    summary: 'What each link is for',
    reply: z.array(InterfaceConfig),
  }),
}
