type Props = {
  onClick: () => void
  plain?: boolean
  /** For a button that every row of a list has: whom or what this one is about. */
  about?: string
  children: string
}

export function SmallButton({ onClick, plain = false, about, children }: Props) {
  return (
    <button type="button" class={plain ? 'small plain' : 'small'} onClick={onClick}>
      {children}
      {about && <span class="visually-hidden"> {about}</span>}
    </button>
  )
}
