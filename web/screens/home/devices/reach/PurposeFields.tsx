import { NativeSelect, NumberInput } from '@mantine/core'
import type { Announced } from '../../../../../router/model/machine/services/service.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import styles from './Reach.module.css'
import { announcedTitles, choicesFor, type Purpose, type ServiceChoice, titleOfChoice } from './service.ts'

const words = deviceTexts.reach

interface PurposeFieldsProps {
  purpose: Purpose
  /** The other end, if it announces services. */
  other?: { readonly name: string; readonly announced: readonly Announced[] } | undefined
  onChange: (purpose: Purpose) => void
}

/** Fields for the purpose of a connection: a service, or protocol and port. */
export function PurposeFields({ purpose, other, onChange }: PurposeFieldsProps) {
  const { offered, others } = choicesFor(other?.announced ?? [])
  const titles = announcedTitles(other?.announced ?? [])
  const option = (value: ServiceChoice) => ({ value, label: titleOfChoice(value) })
  const { service, proto, port } = purpose
  return (
    <>
      <NativeSelect
        label={words.what}
        value={service}
        onChange={({ currentTarget }) =>
          onChange({ ...purpose, service: [...offered, ...others].find((one) => one === currentTarget.value) ?? 'web' })
        }
        description={other && titles.length > 0 && words.announces(other.name, titles.join(', '))}
        data={
          other && offered.length > 0
            ? [
                { group: words.offered(other.name), items: offered.map(option) },
                { group: words.others, items: others.map(option) },
              ]
            : others.map(option)
        }
      />
      {service === 'port' && (
        <div className={styles.port}>
          <NativeSelect
            label={words.proto}
            value={proto}
            onChange={({ currentTarget }) =>
              onChange({ ...purpose, proto: currentTarget.value === 'udp' ? 'udp' : 'tcp' })
            }
            data={['tcp', 'udp']}
          />
          <NumberInput
            label={words.port}
            value={port}
            min={1}
            max={65_535}
            allowDecimal={false}
            hideControls
            onChange={(value) => onChange({ ...purpose, port: Number(value) })}
          />
        </div>
      )}
    </>
  )
}
