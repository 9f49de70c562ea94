import { linksSuite, untaggedSuite, vlanSuite } from '../../router/drivers/links/suite.fixture.ts'
import { driverSuite } from '../../router/drivers/suite.fixture.ts'
import { knowsVlans, openKernel } from '../process/kernel.ts'

// The same suites as on the fake machine: both answer alike, or one is wrong.
const tagged = await knowsVlans()
driverSuite('kernel', openKernel)
linksSuite('kernel', openKernel)
// Where this kernel cannot, one in a virtual machine does (lab/vm).
if (tagged) vlanSuite('kernel', openKernel)
else untaggedSuite('kernel', openKernel)
