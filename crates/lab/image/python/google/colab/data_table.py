"""`google.colab.data_table`: tables of pandas in a frame with a fixed head."""

_MIME = "text/html"


class DataTable:
    """A data frame as a table that is scrolled.

    Of Colab's arguments `include_index`, `max_rows` and `max_columns` count; pages and filters are not here.
    """

    max_rows = 20_000
    max_columns = 20

    def __init__(self, dataframe, include_index=True, num_rows_per_page=None, max_rows=None, max_columns=None, **_):
        self.dataframe, self.include_index = dataframe, include_index
        self.max_rows = max_rows or DataTable.max_rows
        self.max_columns = max_columns or DataTable.max_columns

    def _repr_html_(self):
        rows, columns = self.dataframe.shape
        table = self.dataframe.iloc[: self.max_rows, : self.max_columns].to_html(index=self.include_index)
        style = "position: sticky; top: 0; background: var(--jp-layout-color1, white)"
        table = table.replace("<thead>", f'<thead style="{style}">', 1)
        shown = f"{min(rows, self.max_rows)} of {rows} rows, {min(columns, self.max_columns)} of {columns} columns"
        return f'<div style="max-height: 400px; overflow: auto">{table}</div><small>{shown}</small>'


def enable_dataframe_formatter():
    """Shows data frames as `DataTable`."""
    _formatter().for_type_by_name("pandas", "DataFrame", lambda frame: DataTable(frame)._repr_html_())
    _formatter().for_type_by_name("pandas.core.frame", "DataFrame", lambda frame: DataTable(frame)._repr_html_())


def disable_dataframe_formatter():
    """Shows data frames as pandas does."""
    import pandas

    _formatter().pop(pandas.DataFrame, None)


def _formatter():
    from IPython import get_ipython

    return get_ipython().display_formatter.formatters[_MIME]


def load_ipython_extension(ipython):
    """`%load_ext google.colab.data_table`."""
    enable_dataframe_formatter()


def unload_ipython_extension(ipython):
    """`%unload_ext google.colab.data_table`."""
    disable_dataframe_formatter()
