// Where the page is: every view has an address that survives reload.

class Route {
  path: string = $state(location.pathname)
  query: string = $state(location.search)
  /** Where the last table, the last replay and the last file were. */
  last: { table: string; replay: string; edit: string } = $state({ table: '', replay: '', edit: '' })

  constructor() {
    window.addEventListener('popstate', () => this.read())
    this.remember()
  }

  private read(): void {
    this.path = location.pathname
    this.query = location.search
    this.remember()
  }

  private remember(): void {
    if (/^\/table\/(?!new$)/.test(this.path)) this.last.table = this.path
    if (this.path.startsWith('/replay/')) this.last.replay = this.path + this.query
    if (this.path.startsWith('/edit/')) this.last.edit = this.path
  }

  go(address: string): void {
    history.pushState(null, '', address)
    this.read()
  }

  /** Follows a link without loading the page anew. */
  follow(event: MouseEvent): void {
    const link = event.currentTarget as HTMLAnchorElement
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    this.go(link.pathname + link.search)
  }
}

export const route = new Route()
