import { z } from 'zod'

/** superd prints this line when its socket accepts calls. */
export const READY_LINE = 'superd: ready'

/** Lines with this beginning contain a notice as JSON. */
export const NOTICE_PREFIX = 'superd-notice '

/** What superd did with a plugin without a call. */
export const Notice = z.object({
  /**
   * `crashing`: a container ends again and again; it is started again at increasing intervals. `over_limit`: the plugin occupies
   * more of the disk than it may, and was stopped.
   */
  Kind: z.enum(['crashing', 'over_limit']),
  ComposeFile: z.string(),
  Service: z.string(),
  /** One sentence. */
  Reason: z.string(),
})
export type Notice = z.infer<typeof Notice>
