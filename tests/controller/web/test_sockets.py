import pytest

from controller.web.place import WebError
from controller.web.sockets import Sockets


def test_other_computers_reach_a_table_at_the_host_and_port_where_it_serves_them() -> None:
    sockets = Sockets("192.0.2.7", None, None, None)
    sockets.port = 8090
    assert sockets.far == "http://192.0.2.7:8090/"


def test_no_other_computer_reaches_the_loopback_interface() -> None:
    sockets = Sockets("127.0.0.1", 8090, None, None)
    sockets.port = 8090
    assert sockets.far is None
    assert sockets.url == "http://127.0.0.1:8090/"


def test_a_socket_that_is_not_open_cannot_be_handed_on() -> None:
    with pytest.raises(WebError, match="not served"):
        Sockets("127.0.0.1", None, None, None).listener()
