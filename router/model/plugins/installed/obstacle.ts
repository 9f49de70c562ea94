import { z } from 'zod'

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

const WORDS: Readonly<Record<Obstacle['Code'], (detail: string) => string>> = {
  not_root: () => 'Plugins in containers need a router that runs as root.',
  no_docker: (command) => `Docker is not installed: ${command}`,
  no_compose: (command) => `Docker Compose is not installed: ${command}`,
  no_engine: (socket) => `The container engine does not answer at ${socket}.`,
}

/** The obstacle as one sentence. */
export const obstacleWords = ({ Code, Detail }: Obstacle): string => WORDS[Code](Detail)
