import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { STATUS } from '../../wire/http.ts'
import { sendLine } from './app.ts'
import { PAGE } from './headers.ts'

/** Sends the admin app's start page, from where the app finds the screen by the path. */
export type SendPage = (reply: FastifyReply) => FastifyReply

/**
 * The admin app's files, a route for each one that is there at the start. The build writes a digest into the names below
 * `/assets/`, so these never change; everything else is asked for again each time.
 */
export async function openPages(app: FastifyInstance, root: string | undefined): Promise<SendPage> {
  if (root === undefined) return sendAbsence
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    // The build put a smaller form beside each text: the same file to whoever can read it, and no file of its own.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    serveDotFiles: false,
    cacheControl: false,
    suppressWarning: true,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      reply.headers({ ...PAGE, 'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache' })
    },
  })
  return app.hasRoute({ method: 'GET', url: '/index.html' }) ? (reply) => reply.sendFile('index.html') : sendAbsence
}

const sendAbsence: SendPage = (reply) =>
  sendLine(reply, STATUS.unavailable, 'The admin app has not been built on this router. The API answers all the same.')
