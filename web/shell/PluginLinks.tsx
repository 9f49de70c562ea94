import { IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { plugins } from '../../router/model/plugins/installed/contract.ts'
import { query } from '../client/query.ts'
import { hasPages } from '../screens/plugins/installed/plugin.ts'
import styles from './Menu.module.css'

interface PluginLinksProps {
  className?: string | undefined
  onClick?: () => void
}

/** Links to the pages of plugins. Loaded after the first screen. */
export function PluginLinks({ className = '', onClick }: PluginLinksProps) {
  const shown = useQuery(query(plugins.pluginsApi)).data?.filter(hasPages) ?? []
  return shown.map(({ Name, URI }) => (
    <Link
      key={Name}
      to="/admin/custom_plugin/$"
      params={{ _splat: `${URI}/` }}
      className={`${styles.section} ${className}`}
      activeProps={{ className: styles.current }}
      {...(onClick && { onClick })}
    >
      <IconPuzzle size={20} stroke={1.6} aria-hidden />
      <span>{Name}</span>
    </Link>
  ))
}
