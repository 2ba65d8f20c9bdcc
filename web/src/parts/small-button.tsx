export function SmallButton({ onClick, plain = false, children }: { onClick: () => void; plain?: boolean; children: string }) {
  return (
    <button type="button" class={plain ? 'small plain' : 'small'} onClick={onClick}>
      {children}
    </button>
  )
}
