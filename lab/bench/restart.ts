import { loadDhcpIn } from './dhcp.ts'
import { loadDevices } from './dhcp-load.ts'
import { addRules } from './rules.ts'
import { openStage, register, residentMiB, routeOurs } from './stage.ts'
import { median, type Row } from './table.ts'

const STARTS = 5
/** By then, memory that only the start needed is freed. */
const SETTLED_MS = 10_000

/** Time until a router with 1,000 devices and 2,000 rules enforces, and until it answers; and its memory. */
export async function benchStart(): Promise<Row[]> {
  const stage = await openStage('ours')
  const router = await routeOurs(stage, 'start')
  const macs = loadDevices(1000)
  await register(router, macs)
  await loadDhcpIn(stage.client, { link: 'eth0', clients: 32, seconds: 60, mode: 'new', devices: macs })
  await addRules(router, 0, 2000)
  const enforcing: number[] = []
  const answering: number[] = []
  for (let i = 0; i < STARTS; i++) {
    await router.kill()
    await stage.router.run(['nft', 'delete', 'table', 'inet', 'sallyport'])
    const began = performance.now()
    const started = router.start()
    await router.daemon.line('sallyport: enforcing')
    enforcing.push(performance.now() - began)
    await started
    answering.push(performance.now() - began)
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  const rss = await residentMiB(router)
  await router.daemon.stop()
  return [
    {
      what: 'start until enforcing, 1,000 devices, 2,000 rules',
      ours: `${median(enforcing).toFixed(0)} ms`,
      peer: '',
      ratio: '',
      aim: '',
    },
    {
      what: 'start until answering, 1,000 devices, 2,000 rules',
      ours: `${median(answering).toFixed(0)} ms`,
      peer: '',
      ratio: '',
      aim: '',
    },
    { what: 'memory 10 s later (RSS)', ours: `${rss.toFixed(0)} MiB`, peer: '', ratio: '', aim: '≤ 150 MiB' },
  ]
}
