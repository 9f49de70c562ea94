import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { Token } from '../../../../router/model/access/credentials/token.ts'
import { Failure } from '../../../client/failure.ts'
import forms from '../../../parts/forms/Form.module.css'
import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import { Face, Failed } from '../../../parts/layout/Face.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { NewToken } from './NewToken.tsx'
import { TokenRow } from './TokenRow.tsx'
import styles from './Tokens.module.css'
import { useTokens } from './useTokens.ts'

const words = accessTexts.tokens

export function Tokens() {
  const { known, create, remove } = useTokens()
  const [made, setMade] = useState<Token>()
  const [isOpen, setOpen] = useState(false)
  const isDeclined = known.error instanceof Failure && known.error.reason === 'codeNeeded'
  return (
    <Section title={words.title} hint={words.hint}>
      {made && <Made token={made} onClose={() => setMade(undefined)} />}
      {isOpen && (
        <NewToken
          create={create}
          onMade={(token) => {
            setOpen(false)
            setMade(token)
          }}
          onCancel={() => {
            setOpen(false)
            create.reset()
          }}
        />
      )}
      {known.data && known.data.length > 0 && (
        <ul className={styles.list}>
          {known.data.map((token) => (
            <TokenRow key={token.Token} token={token} remove={remove} />
          ))}
        </ul>
      )}
      {known.data?.length === 0 && !made && !isOpen && (
        <Face icon={<IconKey size={28} stroke={1.5} />} title={words.empty} hint="" />
      )}
      {known.error && !isDeclined && (
        <Failed title={words.failed} error={known.error} onRetry={() => void known.refetch()} />
      )}
      {!isOpen && (
        <div className={forms.form}>
          <div className={forms.buttons}>
            <Button onClick={() => setOpen(true)}>{words.make}</Button>
            {!known.data && (
              <Button variant="default" loading={known.isFetching} onClick={() => void known.refetch()}>
                {words.show}
              </Button>
            )}
          </div>
          {!known.data && <p className="quiet">{words.shown}</p>}
        </div>
      )}
    </Section>
  )
}

/** A new token, to be copied. */
const Made = ({ token, onClose }: { token: Token; onClose: () => void }) => (
  <div className={styles.made} role="status">
    <h3>{words.made(token.Name || words.nameless)}</h3>
    <output className="secret">{token.Token}</output>
    <p className="quiet">
      {words.usage} <code>Authorization: Bearer …</code>
    </p>
    <div className={forms.buttons}>
      <CopyButton text={token.Token} />
      <Button variant="subtle" onClick={onClose}>
        {words.close}
      </Button>
    </div>
  </div>
)
