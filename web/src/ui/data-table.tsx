import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Aligns figures on the right. */
  readonly numeric?: boolean
  /** Hides the label where rows are cards, for example for buttons. */
  readonly bare?: boolean
}

export interface DataTableProps<Row> {
  /** The caption for screen readers; not visible. */
  readonly caption: string
  /** The first column is the heading of the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/**
 * A table that shows each row as a card where there is little space. The roles are explicit, because some screen
 * readers ignore a table that is laid out differently.
 */
export const DataTable = <Row,>({ caption, columns, rows, rowKey }: DataTableProps<Row>) => (
  <div className={styles.frame}>
    <table role="table" className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, numeric }) => (
            <th key={label} role="columnheader" scope="col" className={numeric ? styles.numeric : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr role="row" key={rowKey(row)}>
            {columns.map(({ label, cell, numeric, bare }, index) => {
              const Cell = index === 0 ? 'th' : 'td'
              return (
                <Cell
                  key={label}
                  role={index === 0 ? 'rowheader' : 'cell'}
                  scope={index === 0 ? 'row' : undefined}
                  data-label={bare ? undefined : label}
                  className={numeric ? styles.numeric : undefined}
                >
                  {cell(row)}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
