import { linkRepairSuite } from '../../../router/drivers/links/repair.fixture.ts'
import { linksSuite, untaggedSuite, vlanSuite } from '../../../router/drivers/links/suite.fixture.ts'
import { nftSuite } from '../../../router/drivers/nft/suite.fixture.ts'
import { driverSuite } from '../../../router/drivers/suite.fixture.ts'
import { knowsVlans, openKernel } from '../../process/kernel.ts'

// The same suites as on the fake machine, whose results must be the same.
const tagged = await knowsVlans()
driverSuite('kernel', openKernel)
nftSuite('kernel', openKernel)
linkRepairSuite('kernel', openKernel)
linksSuite('kernel', openKernel)
// What this kernel lacks is tested in a virtual machine (lab/vm).
if (tagged) vlanSuite('kernel', openKernel)
else untaggedSuite('kernel', openKernel)
