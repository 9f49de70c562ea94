import { vlanSuite } from '../../router/drivers/links/suite.fixture.ts'
import { openKernel } from '../process/kernel.ts'
import { run } from '../process/program.ts'

// A router's firewall tracks connections, and the kernel loads what that takes (and has settings) with the first such rule.
const TRACKED =
  'add table ip tracked\nadd chain ip tracked any\nadd rule ip tracked any ct state new\ndelete table ip tracked\n'
await run(['nft', '-f', '-'], { input: TRACKED })

vlanSuite('kernel', openKernel)
