import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '../../../../../router/model/firewall/config/configrule.ts'
import { firewall } from '../../../../../router/model/firewall/config/contract.ts'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { query } from '../../../../client/query.ts'
import { SaveError } from '../../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import type { ShownDevice } from '../entry.ts'
import styles from '../names/Names.module.css'
import { byAddress } from './ReachDecision.tsx'
import { allowedAlone } from './remedy.ts'
import { useTakeBack } from './useRemedy.ts'

const words = deviceTexts.reach

/** Permissions by “Allow just this”, each with a button to remove it. */
export function AllowedConnections({ entry, all }: { entry: ShownDevice; all: readonly ShownDevice[] }) {
  const { data } = useQuery(query(firewall.config))
  const takeBack = useTakeBack(entry, all)
  const allowed = allowedAlone(data?.Endpoints ?? [], entry.device)
  if (allowed.length === 0) return <SaveError error={takeBack.error} />
  return (
    <Section changes={devices.update} title={words.allowed(entry.name)}>
      <ul className={styles.rules}>
        {allowed.map(([tag, endpoints]) => {
          const [{ IP, Description }] = endpoints as [Endpoint]
          const sentence = words.at(Description || tag, byAddress(all, IP)?.name ?? IP)
          return (
            <li key={tag} className={styles.line}>
              <span>{sentence}</span>
              <CloseButton
                size="sm"
                aria-label={words.takeBack(sentence)}
                title={words.takeBack(sentence)}
                disabled={takeBack.isPending}
                onClick={() => takeBack.mutate(tag)}
              />
            </li>
          )
        })}
      </ul>
      <SaveError error={takeBack.error} />
    </Section>
  )
}
