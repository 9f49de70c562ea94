import { z } from 'zod'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'

/** Why containers cannot run on this router. */
export const Obstacle = z
  .object({
    Code: z.enum(['not_root', 'no_docker', 'no_compose', 'no_engine']).meta({
      description: '`no_docker`, `no_compose`: not installed. `no_engine`: the container engine does not answer',
      example: 'no_docker',
    }),
    Detail: z.string().meta({
      description: 'The command that installs what is missing, or the path of the socket; may be empty',
      example: 'sudo apt-get install docker.io',
    }),
  })
  .meta({ id: 'ContainerObstacle' })
export type Obstacle = z.output<typeof Obstacle>

/** The obstacle as one sentence. */
export function obstacleMessage({ Code, Detail }: Obstacle): Phrase {
  switch (Code) {
    case 'not_root':
      return phrase('plugins.engineNeedsRoot')
    case 'no_docker':
      return phrase('plugins.dockerMissing', Detail)
    case 'no_compose':
      return phrase('plugins.composeMissing', Detail)
    case 'no_engine':
      return phrase('plugins.engineSilent', Detail)
  }
}
