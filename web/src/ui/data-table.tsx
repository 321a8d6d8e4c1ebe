import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Figures stand at the right, under one another. */
  readonly numeric?: boolean
  /** Goes without its label where rows are cards: buttons say what they do. */
  readonly bare?: boolean
}

export interface DataTableProps<Row> {
  /** What the table tells, read out and not shown. */
  readonly caption: string
  /** The first column names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/**
 * Rows of facts; where there is little room each row is a card. The roles are said again because a table that is laid
 * out as anything else is no longer one to some screen readers.
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
