import { z } from 'zod'

/** A line of the log, as the systemd journal has it: every value is text. */
export const LogEntry = z
  .looseObject({
    CONTAINER_NAME: z.string().meta({ description: 'What wrote it; `superapi` is the router itself' }),
    MESSAGE: z
      .union([z.string(), z.array(z.int())])
      .meta({ description: 'A line that is no text comes as a list of its bytes' }),
    __REALTIME_TIMESTAMP: z.string().meta({ description: 'Microseconds since 1970' }),
    PRIORITY: z.string().meta({ description: 'From `0`, an emergency, to `7`, of use to developers; `6` is usual' }),
  })
  .meta({
    id: 'LogEntry',
    example: {
      CONTAINER_NAME: 'superapi',
      MESSAGE: '192.168.2.6:40312 GET /logs',
      __REALTIME_TIMESTAMP: '1698316313985702',
      PRIORITY: '6',
    },
  })
export type LogEntry = z.infer<typeof LogEntry>

/** The name that clients of API 0.3.0 know the router's own lines by. All its parts are one program. */
export const ROUTER_LOG_NAME = 'superapi'

/** The most entries in an answer. */
export const MOST = 2000

/** RFC 5424 6.2.1, of which the router uses these. */
export const PRIORITIES = { error: 3, warning: 4, info: 6 } as const
export type LogLevel = keyof typeof PRIORITIES
