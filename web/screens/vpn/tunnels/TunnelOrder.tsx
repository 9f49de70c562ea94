import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import { tunnelTexts } from '../../../texts/vpn/tunnels.ts'
import { movedUp } from './exit.ts'
import styles from './TunnelScreen.module.css'

const texts = tunnelTexts.exit

interface TunnelOrderProps {
  /** The preferred one first. */
  chosen: readonly string[]
  known: readonly string[]
  onChange: (names: string[]) => void
}

/** Tunnels in their order of preference. */
export function TunnelOrder({ chosen, known, onChange }: TunnelOrderProps) {
  const others = known.filter((name) => !chosen.includes(name))
  return (
    <div>
      <ol className={styles.order}>
        {chosen.map((name, index) => (
          <li key={name}>
            <span>{index + 1}.</span>
            <strong>{name}</strong>
            {index > 0 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.up(name)}
                title={texts.up(name)}
                onClick={() => onChange(movedUp(chosen, name))}
              >
                <IconArrowUp size={18} stroke={1.6} />
              </ActionIcon>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.remove(name)}
              title={texts.remove(name)}
              onClick={() => onChange(chosen.filter((other) => other !== name))}
            >
              <IconX size={18} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {others.length > 0 ? (
        <NativeSelect
          aria-label={texts.addTunnel}
          data={[{ value: '', label: texts.addTunnel }, ...others]}
          value=""
          onChange={({ currentTarget }) => currentTarget.value !== '' && onChange([...chosen, currentTarget.value])}
        />
      ) : (
        known.length === 0 && <p className="quiet">{texts.noTunnels}</p>
      )}
    </div>
  )
}
