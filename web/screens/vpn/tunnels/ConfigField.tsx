import { Button, Textarea, VisuallyHidden } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { tunnelTexts } from '../../../texts/vpn/tunnels.ts'
import styles from './TunnelScreen.module.css'

const texts = tunnelTexts.one
/** Maximum length of `Config` in the contract. */
const MOST = 16_384

interface ConfigFieldProps {
  value: string
  onChange: (value: string) => void
  /** Called with the name of a file without its ending. */
  onNamed: (name: string) => void
  error: string | undefined
}

/** The text of a configuration file: pasted, dropped or chosen. */
export function ConfigField({ value, onChange, onNamed, error }: ConfigFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const read = async (file: File | null | undefined) => {
    if (!file) return
    if (file.size > MOST) return setFault(texts.large)
    setFault(undefined)
    onChange(await file.text())
    onNamed(file.name.replace(/\.conf$/i, ''))
  }
  return (
    <>
      <Textarea
        aria-label={texts.config}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files
          if (!file) return
          event.preventDefault()
          void read(file)
        }}
        rows={10}
        placeholder={'[Interface]\nPrivateKey = …\n\n[Peer]\n…'}
        classNames={{ input: styles.config ?? '' }}
        error={fault ?? error}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
      />
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          accept=".conf,text/plain"
          aria-label={texts.choose}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0])
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
      </VisuallyHidden>
      <div>
        <Button
          variant="default"
          leftSection={<IconUpload size={18} stroke={1.6} />}
          onClick={() => input.current?.click()}
        >
          {texts.choose}
        </Button>
      </div>
    </>
  )
}
