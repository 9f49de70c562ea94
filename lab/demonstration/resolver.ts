import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerOptions } from '../../router/servers/dns/message.ts'
import { runResolver } from '../../router/servers/dns/program.ts'
import { simulatedSockets } from './sockets.ts'

/** The DNS thread of the demonstration home. */

if (!parentPort) throw new Error('the resolver runs in a worker thread')
runResolver(parentPort, workerData as WorkerOptions, simulatedSockets())
