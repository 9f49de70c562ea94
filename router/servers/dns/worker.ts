import { parentPort, workerData } from 'node:worker_threads'
import { openSockets } from '../../machine/sockets.ts'
import type { WorkerOptions } from './message.ts'
import { runResolver } from './program.ts'

/** The thread that answers the queries of the home's network. */

if (!parentPort) throw new Error('the resolver runs in a worker thread')
const options = workerData as WorkerOptions
runResolver(parentPort, options, openSockets(options.authorities))
