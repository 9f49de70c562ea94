import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { releases } from '../../../../router/model/machine/releases/contract.ts'
import { system } from '../../../../router/model/machine/system/contract.ts'
import { time } from '../../../../router/model/machine/time/contract.ts'
import { query } from '../../../client/query.ts'
import forms from '../../../parts/forms/Form.module.css'
import { RouterNameSection } from '../../firewall/multicast/RouterNameSection.tsx'
import { useMulticast } from '../../firewall/multicast/useMulticast.ts'
import { Updates } from '../releases/Updates.tsx'
import { RouterClock } from '../time/RouterClock.tsx'
import { HostNameForm } from './HostNameForm.tsx'
import { hostname, uptime } from './machine.ts'
import { SystemFacts } from './SystemFacts.tsx'

/** The machine that the router runs on. */
export function MachineScreen() {
  // Sections that appear one after another would move the layout.
  const isWhole = [
    useQuery(query(releases.release)),
    useQuery(query(releases.checks)),
    useQuery(query(releases.source)),
    useQuery(query(releases.state)),
    useQuery(query(releases.updatesItself)),
    useQuery(query(system.features)),
    useQuery(query(time.servers)),
    useQuery(query(time.zone)),
    useQuery(uptime),
    useQuery(hostname),
    useMulticast(),
  ].every(({ isPending }) => !isPending)
  if (!isWhole) return <Skeleton height={640} radius="lg" aria-busy="true" />
  return (
    <div className={forms.columns}>
      <div className={forms.page}>
        <SystemFacts />
        <Updates />
      </div>
      <div className={forms.page}>
        <RouterNameSection />
        <HostNameForm />
        <RouterClock />
      </div>
    </div>
  )
}
