import { z } from 'zod'
import { get } from '../../operation.ts'
import { LogEntry } from './entry.ts'

export const logs = {
  logs: get('/logs', {
    tag: 'general',
    summary: 'Log of the router',
    description:
      'The last 2000 lines, newest first: API calls, failures, starts. Read from the systemd journal where the router ' +
      'runs as a service, otherwise from memory since the last start.',
    reply: z.array(LogEntry),
    errors: { 400: 'The journal cannot be read' },
  }),
}
