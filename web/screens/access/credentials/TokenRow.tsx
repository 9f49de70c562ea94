import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Token } from '../../../../router/model/access/credentials/token.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { type Area, rightsIn } from './scopes.ts'
import styles from './Tokens.module.css'
import type { useTokens } from './useTokens.ts'

const words = accessTexts.tokens

interface TokenRowProps {
  token: Token
  remove: ReturnType<typeof useTokens>['remove']
}

export function TokenRow({ token, remove }: TokenRowProps) {
  const name = token.Name || words.nameless
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>{name}</strong>
        <p className="quiet">{reachOf(token)}</p>
        <Term expire={token.Expire} />
      </div>
      <CopyButton text={token.Token} />
      <Confirmed
        title={words.removeTitle(name)}
        hint={words.removeHint}
        confirm={words.removeConfirm}
        action={{ ...remove, mutate: () => remove.mutate(token) }}
      >
        {(open) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={words.remove(name)}
            title={words.remove(name)}
            onClick={open}
          >
            <IconTrash size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </Confirmed>
    </li>
  )
}

/** The permissions of a token, as text. */
function reachOf({ ScopedPaths }: Token): string {
  if (ScopedPaths.length === 0) return words.everything
  const { rights, others } = rightsIn(ScopedPaths)
  const parts = Object.entries(rights).map(([area, right]) =>
    (right === 'write' ? words.write : words.read)(words.areas[area as Area]),
  )
  return [...parts, ...others].join(' · ')
}

/** The expiry of a token, if it has one. */
function Term({ expire }: { expire: number }) {
  const now = useNow()
  if (expire === 0) return null
  const end = new Date(expire * 1000)
  const say = end.getTime() > now ? words.until : words.over
  return (
    <p className="quiet">
      <time dateTime={end.toISOString()}>{say(end.toLocaleDateString(locale))}</time>
    </p>
  )
}
