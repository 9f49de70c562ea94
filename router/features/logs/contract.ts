import { z } from 'zod'
import { get } from '../operation.ts'
import { LogEntry } from './entry.ts'

export const logs = {
  logs: get('/logs', {
    tag: 'general',
    summary: 'Log of the router',
    description:
      'The last 2000 lines, newest first: calls of the API, failures, starts. From the journal of the machine where the ' +
      'router runs as a systemd service; otherwise from its own memory, which begins with its start.',
    reply: z.array(LogEntry),
    errors: { 400: 'The journal cannot be read' },
  }),
}
