import { LOGIN } from '../../contract/actors.ts'
import { json, tryRows } from '../../contract/rows.ts'
import { answers } from '../../contract/setup.ts'
import { SERVICES } from '../../contract/tables.ts'
import { openContract } from './contract.fixture.ts'

/** Calls about uplinks, integrations, VPN, plugins, alerts, access and the router itself. */
const { story, tryTable } = await openContract()

story('the router is set up', async ({ router }) => {
  const done = json({ status: 'done' })
  await tryRows({ socket: router.console }, [['PUT', '/setup', answers, 200, done]])
  router.login = LOGIN
  await tryRows({ socket: router.console, login: LOGIN }, [['PUT', '/setup_done', {}, 200, done]])
})

for (const [title, rows] of SERVICES) tryTable(title, rows)
